/** How the appliance itself is doing. */
export const systemTexts = {
  'system.good': 'Everything is well',
  'system.warning': 'Something should be looked at',
  'system.bad': 'Something does not work',
  'system.at': 'Looked at {time}',
  'system.parts': 'Every part',
  'system.part': 'Part',
  'system.state': 'State',
  'system.says': 'What was found',
  'system.level.good': 'Well',
  'system.level.warning': 'Look',
  'system.level.bad': 'Bad',
  'system.runbook': 'Runbook',
  'system.runbookOf': 'Runbook for {part}',
  'system.about':
    'Probes and coverage of the last 24 hours, and what “watchpost doctor” says of every service, PostgreSQL, Kafka, OpenSearch, disks, certificates, exports and the audit. Updated every few seconds.',
} as const
