INCLUDE lzferry_apitop.
INCLUDE lzferry_apiuxx.
