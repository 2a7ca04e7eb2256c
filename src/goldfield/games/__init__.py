"""The rules of the games. Nothing here knows of web, disk, threads or clocks."""
