import { type FormEvent, useState } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { Field } from '../kit/controls/field.tsx'
import { Segmented } from '../kit/controls/segmented.tsx'
import { refine } from '../kit/navigation/location.ts'
import { text } from '../texts/text.ts'
import { type AuditFilter, kinds, results, typedNames } from './audit-filter.ts'
import styles from './audit.module.css'

/** The audit filters. Choices apply immediately; typed text applies on submit. */
export function AuditFilters({ filter }: { filter: AuditFilter }) {
  const [typed, setTyped] = useState(filter.typed)
  function submit(event: FormEvent) {
    event.preventDefault()
    refine(Object.fromEntries(typedNames.map((name) => [name, typed[name]?.trim()])))
  }
  return (
    <form className={styles.filters} role="search" aria-label={text('audit.filters')} onSubmit={submit}>
      <div className={styles.choices}>
        <Segmented
          label={text('audit.kind')}
          choices={kinds.map((id) => ({ id, name: text(`audit.kind.${id}`) }))}
          chosen={filter.kind}
          onChoose={(kind) => refine({ kind: kind === 'all' ? null : kind })}
        />
        <Segmented
          label={text('audit.result')}
          choices={results.map((id) => ({ id, name: text(`audit.result.${id}`) }))}
          chosen={filter.result}
          onChoose={(result) => refine({ result: result === 'all' ? null : result })}
        />
      </div>
      {typedNames.map((name) => (
        <Field
          key={name}
          label={text(`audit.${name}`)}
          value={typed[name] ?? ''}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
          spellCheck="false"
          autoComplete="off"
        />
      ))}
      <Button type="submit">{text('audit.search')}</Button>
    </form>
  )
}
