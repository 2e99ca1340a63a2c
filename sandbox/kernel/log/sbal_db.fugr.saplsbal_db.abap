INCLUDE lsbal_dbtop.
INCLUDE lsbal_dbuxx.
