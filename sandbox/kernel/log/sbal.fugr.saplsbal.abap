INCLUDE lsbaltop.
INCLUDE lsbaluxx.
