/** Constants of type groups whose names are known here, and whose values are not. */

/**
 * Names that public programs use (the list of global constants of abapGit 409ee22, abaplint.json).
 * The syntax check accepts them; a program that reads one is told that its value is unknown.
 */
export const valuelessConstants: readonly string[] = [
  'cssf_formtype_text',
  'seoc_category_webdynpro_class',
  'seok_access_free',
  'seok_access_modify',
  'seox_false',
  'seox_true',
  'sews_c_vif_version',
  'skwfc_obtype_folder',
  'skwfc_obtype_loio',
  'so2_controller',
  'srext_ext_class_pool',
  'srext_ext_interface_pool',
  'swbm_c_op_delete_no_dialog',
  'swbm_c_type_ddic_db_tabxinx',
  'swbm_c_type_wdy_application',
  'swbm_version_active',
  'swbm_version_inactive',
  'swfco_org_workflow_template',
  'wbmr_c_skwf_folder_class',
  'wdyn_limu_component_controller',
  'wdyn_limu_component_definition',
  'wdyn_limu_component_view'
]
