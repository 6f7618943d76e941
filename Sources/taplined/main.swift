import TaplineService

Daemon.main()
