/** What the malware engine reports about a file, in addition to the file record itself. */
export const malwareFields = `
*: s MD5 SHA256 detail_threat_found engines_last_update_date file_id file_type file_type_description magic_details
  nb_rescans reporting_token state sub_type total_found; i analyzed_clean analyzed_error analyzed_infected
  analyzed_other analyzed_suspicious analyzers_up code detail_scan_time detail_wait_time processing_time; b replica;
  o engine_id
`

/** What the code engine reports: `encodings` and `calls` for shellcode, `scores` for PowerShell. */
export const codeFields = `
*: s MD5 SHA256 file_id state sub_type
calls: s args call ret; i index
encodings: s name; i count
scores: i analysis; n proba_obfuscated
scores.analysis_detailed: i AddContent Base64 CharInt FmtStr GetContent InvokeExpression InvokeRestMethod
  InvokeWebRequest SetContent StartBitsTransfer StrCat StrJoin StrReplace StreamReader StreamWriter SystemIOFile
  WebClientInvokation
`
