INCLUDE lsewbtop.
INCLUDE lsewbuxx.
