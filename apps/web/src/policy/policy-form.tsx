import type { ReactNode } from 'react'
import { Form } from '../kit/controls/form.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { text } from '../texts/text.ts'
import { placesOf } from './faults.ts'
import { CategoryPanel } from './fields/category-panel.tsx'
import { ClusterPanel } from './fields/cluster-panel.tsx'
import type { Editing } from './fields/editing.ts'
import { NetworksPanel } from './fields/networks-panel.tsx'
import { PointsPanel } from './fields/points-panel.tsx'
import { StepList } from './fields/step-list.tsx'
import styles from './policy.module.css'

interface PolicyFormProps {
  editing: Editing
  /** Why saving failed. */
  error: unknown
  actions: ReactNode
  onSubmit: () => void
}

/** All parts of the policy, in scoring order. */
export function PolicyForm({ editing, error, actions, onSubmit }: PolicyFormProps) {
  return (
    <Form
      label={text('page.policy')}
      form={{ submit: onSubmit, error, shownPointers: new Set(placesOf(editing.draft).map((place) => `#${place}`)) }}
      actions={actions}
    >
      <NetworksPanel editing={editing} />
      <PointsPanel part="direction" editing={editing} />
      <PointsPanel part="detector" editing={editing} />
      <PointsPanel part="severity" editing={editing} />
      <div className={styles.pair}>
        <PointsPanel part="confidence" editing={editing} />
        <PointsPanel part="signature_severity" editing={editing} />
      </div>
      <Panel title={text('policy.engines')}>
        <StepList part="verdict" editing={editing} />
      </Panel>
      <CategoryPanel editing={editing} />
      <ClusterPanel editing={editing} />
    </Form>
  )
}
