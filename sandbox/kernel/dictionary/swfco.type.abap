TYPE-POOL swfco.

CONSTANTS swfco_org_standard_task TYPE c LENGTH 2 VALUE 'TS'.
