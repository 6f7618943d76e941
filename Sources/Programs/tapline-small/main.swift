SmallTool.main()
