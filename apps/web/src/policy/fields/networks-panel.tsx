import { Field } from '../../kit/controls/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { text } from '../../texts/text.ts'
import { networkFault } from '../faults.ts'
import { descriptionAt } from '../policy-schema.ts'
import styles from '../policy.module.css'
import type { Editing } from './editing.ts'

/** The protected networks, one per line. */
export function NetworksPanel({ editing }: { editing: Editing }) {
  const { draft, change, faultAt, schema, isReadOnly } = editing
  return (
    <Panel title={text('policy.networks')}>
      <div className={styles.networks}>
        <Field
          label={text('policy.networkLines')}
          help={descriptionAt(schema, ['own_networks'])}
          value={draft.networks}
          onChange={(networks) => change({ networks })}
          error={networkFault(draft.networks, faultAt)}
          isLong
          isReadOnly={isReadOnly}
          spellCheck="false"
          autoComplete="off"
        />
      </div>
    </Panel>
  )
}
