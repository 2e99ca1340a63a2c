"! Superclass of the local classes that handle the operations of a behavior.
CLASS cl_abap_behavior_handler DEFINITION PUBLIC ABSTRACT INHERITING FROM cl_abap_behv CREATE PUBLIC.
ENDCLASS.

CLASS cl_abap_behavior_handler IMPLEMENTATION.
ENDCLASS.
