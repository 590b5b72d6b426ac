/** The health of the appliance. */
export const systemTexts = {
  'page.health': 'System health',
  'system.good': 'All systems operational',
  'system.warning': 'Needs attention',
  'system.bad': 'Not working',
  'system.at': 'Checked {time}',
  'system.parts': 'All parts',
  'system.part': 'Part',
  'system.state': 'State',
  'system.says': 'Finding',
  'system.level.good': 'Good',
  'system.level.warning': 'Warning',
  'system.level.bad': 'Bad',
  'system.runbook': 'Runbook',
  'system.runbookOf': 'Runbook for {part}',
  'system.about':
    'Probes and coverage of the last 24 hours, and what “watchpost doctor” says of every service, PostgreSQL, Kafka, OpenSearch, disks, certificates, exports and the audit. Updated every few seconds.',
} as const
