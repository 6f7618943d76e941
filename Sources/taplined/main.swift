print("taplined")
