import TaplineDaemon

Daemon.main()
