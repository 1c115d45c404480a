from ostfront.cli import main

main()
