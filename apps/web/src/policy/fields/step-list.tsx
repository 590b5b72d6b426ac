import { useId } from 'react'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { text } from '../../texts/text.ts'
import { nextRow, type StepPart, type StepRow } from '../draft.ts'
import { stepPlace } from '../faults.ts'
import { partName } from '../policy-names.ts'
import { descriptionAt } from '../policy-schema.ts'
import styles from '../policy.module.css'
import type { Editing } from './editing.ts'

/** A part of the policy with steps: a value from each threshold on adds its points. */
export function StepList({ part, editing }: { part: StepPart; editing: Editing }) {
  const { draft, change, faultAt, schema, isReadOnly } = editing
  const id = useId()
  const rows = draft.steps[part]
  const put = (next: readonly StepRow[]) => change({ steps: { ...draft.steps, [part]: next } })
  const field = (row: StepRow, at: number, name: 'at_least' | 'points') => (
    <Field
      label={text(`policy.step.${name}`, { part: partName(part), step: at + 1 })}
      isLabelHidden
      value={row[name]}
      onChange={(value) => put(rows.map((each) => (each === row ? { ...row, [name]: value } : each)))}
      error={faultAt(stepPlace(part, at, name))}
      isReadOnly={isReadOnly}
      autoComplete="off"
    />
  )
  return (
    <div role="group" aria-labelledby={id} className={styles.list}>
      <h3 id={id}>{partName(part)}</h3>
      <p className={styles.faint}>{descriptionAt(schema, part.split('/'))}</p>
      {rows.length > 0 && (
        <div className={styles.stepHead} aria-hidden="true">
          <span>{text('policy.atLeast')}</span>
          <span>{text('policy.points')}</span>
        </div>
      )}
      {rows.map((row, at) => (
        <div key={row.row} className={styles.step}>
          {field(row, at, 'at_least')}
          {field(row, at, 'points')}
          {!isReadOnly && (
            <IconButton
              icon="close"
              label={text('policy.removeStep', { part: partName(part), step: at + 1 })}
              onPress={() => put(rows.filter((each) => each !== row))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && (
        <Button
          look="quiet"
          icon="plus"
          aria-label={text('policy.addStepTo', { part: partName(part) })}
          onPress={() => put([...rows, { row: nextRow(rows), at_least: '', points: '' }])}
        >
          {text('policy.addStep')}
        </Button>
      )}
    </div>
  )
}
