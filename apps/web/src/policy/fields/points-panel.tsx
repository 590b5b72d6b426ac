import { Field } from '../../kit/controls/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Stacked } from '../../kit/layout/plain-page.tsx'
import type { PointPart } from '../draft.ts'
import { partName, pointName } from '../policy-names.ts'
import { descriptionAt, namesAt } from '../policy-schema.ts'
import styles from '../policy.module.css'
import { Described } from './described.tsx'
import type { Editing } from './editing.ts'

/** A part of the policy that assigns points to names. */
export function PointsPanel({ part, editing }: { part: PointPart; editing: Editing }) {
  const { draft, change, faultAt, schema, isReadOnly } = editing
  const fields: Readonly<Record<string, string>> = draft.points[part]
  return (
    <Panel title={partName(part)}>
      <Stacked>
        <Described schema={schema} path={[part]} />
        <div className={styles.points}>
          {namesAt(schema, [part]).map((name) => (
            <Field
              key={name}
              label={pointName(name)}
              help={descriptionAt(schema, [part, name])}
              value={fields[name] ?? ''}
              onChange={(value) => change({ points: { ...draft.points, [part]: { ...fields, [name]: value } } })}
              error={faultAt(`/${part}/${name}`)}
              isReadOnly={isReadOnly}
              autoComplete="off"
            />
          ))}
        </div>
      </Stacked>
    </Panel>
  )
}
