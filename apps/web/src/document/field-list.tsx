import { useMemo, useState } from 'react'
import { Panel } from '../kit/layout/panel.tsx'
import { ValueButton } from '../kit/value/value.tsx'
import { text } from '../texts/text.ts'
import styles from './detail.module.css'
import { flatFields, type StoredDocument } from './document.ts'

interface FieldListProps {
  document: StoredDocument
  isGone?: boolean
}

/** All fields by name; a plain value opens its menu. */
export function FieldList({ document, isGone = false }: FieldListProps) {
  const [typed, setTyped] = useState('')
  const fields = useMemo(() => flatFields(document), [document])
  const wanted = typed.trim().toLowerCase()
  const shown = wanted
    ? fields.filter(({ name, value }) => name.toLowerCase().includes(wanted) || value.toLowerCase().includes(wanted))
    : fields
  const filter = (
    <input
      type="search"
      className={styles.filter}
      aria-label={text('alert.fieldFilter')}
      placeholder={text('alert.fieldFilter')}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  )
  return (
    <Panel title={text('alert.fields')} isFlush aside={filter}>
      {isGone ? (
        <p className={styles.pad}>{text('alert.gone')}</p>
      ) : (
        <dl className={styles.fields}>
          {shown.map(({ name, value, isPlain }) => (
            <div key={name} className={styles.field}>
              <dt>{name}</dt>
              <dd>{isPlain ? <ValueButton field={name} value={value} /> : value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  )
}
