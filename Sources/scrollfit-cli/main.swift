print("scrollfit")
