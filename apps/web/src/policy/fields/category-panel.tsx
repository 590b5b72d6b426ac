import { Button, IconButton } from '../../kit/controls/button.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Stacked } from '../../kit/layout/plain-page.tsx'
import { text } from '../../texts/text.ts'
import { type CategoryRow, namedTwice, nextRow } from '../draft.ts'
import { categoryPlace } from '../faults.ts'
import styles from '../policy.module.css'
import { Described } from './described.tsx'
import type { Editing } from './editing.ts'

/** The points of signature categories, by name. */
export function CategoryPanel({ editing }: { editing: Editing }) {
  const { draft, change, schema, isReadOnly } = editing
  const { categories } = draft
  const add = () => change({ categories: [{ row: nextRow(categories), name: '', points: '' }, ...categories] })
  return (
    <Panel
      title={text('policy.categories')}
      aside={
        !isReadOnly && (
          <Button icon="plus" onPress={add}>
            {text('policy.addCategory')}
          </Button>
        )
      }
    >
      <Stacked>
        <Described schema={schema} path={['category']} />
        <div className={styles.categories}>
          {categories.map((row) => (
            <CategoryFields key={row.row} row={row} editing={editing} />
          ))}
        </div>
      </Stacked>
    </Panel>
  )
}

function CategoryFields({ row, editing }: { row: CategoryRow; editing: Editing }) {
  const { draft, change, faultAt, isReadOnly } = editing
  const { categories } = draft
  const put = (patch: Partial<CategoryRow>) =>
    change({ categories: categories.map((each) => (each === row ? { ...row, ...patch } : each)) })
  const name = row.name.trim()
  const shared = { isLabelHidden: true, isReadOnly, autoComplete: 'off' }
  return (
    <div className={styles.category}>
      <Field
        {...shared}
        label={text('policy.categoryName')}
        value={row.name}
        onChange={(value) => put({ name: value })}
        error={namedTwice(categories).has(name) ? text('policy.categoryTwice') : undefined}
        placeholder={text('policy.categoryName')}
      />
      <Field
        {...shared}
        label={text('policy.categoryPoints', { name })}
        value={row.points}
        onChange={(points) => put({ points })}
        error={name === '' ? undefined : faultAt(categoryPlace(name))}
      />
      {!isReadOnly && (
        <IconButton
          icon="close"
          label={text('policy.removeCategory', { name })}
          onPress={() => change({ categories: categories.filter((each) => each !== row) })}
        />
      )}
    </div>
  )
}
