import { Field } from '../../kit/controls/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Stacked } from '../../kit/layout/plain-page.tsx'
import { text } from '../../texts/text.ts'
import { clusterSteps } from '../draft.ts'
import { descriptionAt } from '../policy-schema.ts'
import styles from '../policy.module.css'
import { Described } from './described.tsx'
import type { Editing } from './editing.ts'
import { StepList } from './step-list.tsx'

/** What contributes to the score of a cluster. */
export function ClusterPanel({ editing }: { editing: Editing }) {
  const { draft, change, faultAt, schema, isReadOnly } = editing
  return (
    <Panel title={text('policy.cluster')}>
      <Stacked>
        <Described schema={schema} path={['cluster']} />
        <div className={styles.single}>
          <Field
            label={text('policy.worstPercent')}
            help={descriptionAt(schema, ['cluster', 'worst_percent'])}
            value={draft.worstPercent}
            onChange={(worstPercent) => change({ worstPercent })}
            error={faultAt('/cluster/worst_percent')}
            inputMode="numeric"
            isReadOnly={isReadOnly}
            autoComplete="off"
          />
        </div>
        <div className={styles.lists}>
          {clusterSteps.map((name) => (
            <StepList key={name} part={`cluster/${name}`} editing={editing} />
          ))}
        </div>
      </Stacked>
    </Panel>
  )
}
