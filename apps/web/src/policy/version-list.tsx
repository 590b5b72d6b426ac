import type { RiskPolicyVersion } from '@watchpost/contract'
import { Tag } from '../kit/feedback/badge.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { type PlainColumn, PlainTable } from '../kit/table/plain-table.tsx'
import { usePreferences } from '../kit/state/preferences.ts'
import { text } from '../texts/text.ts'
import { timeText } from '../time/format.ts'
import styles from './policy.module.css'

interface VersionListProps {
  /** Newest first. */
  versions: readonly RiskPolicyVersion[]
  /** Without it, the list is read-only. */
  onLoad?: ((version: RiskPolicyVersion) => void) | undefined
}

/** The versions of the policy with their authors and times; each can be loaded again. */
export function VersionList({ versions, onLoad }: VersionListProps) {
  const { clock } = usePreferences()
  const inForce = versions[0]?.version
  const columns: PlainColumn<RiskPolicyVersion>[] = [
    {
      id: 'version',
      title: text('policy.version'),
      cell: ({ version }) => (
        <span className={styles.version}>
          {version}
          {version === inForce && <Tag name={text('policy.inForce')} />}
          {version === 1 && <Tag name={text('policy.shipped')} />}
        </span>
      ),
    },
    { id: 'since', title: text('policy.since'), cell: ({ created_at }) => timeText(created_at, 'second', clock) },
    { id: 'by', title: text('policy.by'), cell: ({ created_by }) => created_by },
  ]
  if (onLoad)
    columns.push({
      id: 'load',
      title: text('users.actions'),
      isUntitled: true,
      cell: (version) => (
        <Button onPress={() => onLoad(version)} aria-label={text('policy.loadOf', { version: version.version })}>
          {text('policy.load')}
        </Button>
      ),
    })
  return (
    <Panel title={text('policy.versions')} aside={text('policy.versionsWords')} isFlush>
      <PlainTable label={text('policy.versions')} columns={columns} rows={versions} idOf={({ version }) => version} />
    </Panel>
  )
}
