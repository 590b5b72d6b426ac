import type { ProblemError } from '@watchpost/sdk'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../kit/controls/button.tsx'
import { Chip } from '../kit/controls/chip.tsx'
import list from '../kit/table/list-page.module.css'
import { useShortcuts } from '../kit/navigation/shortcuts.ts'
import { text } from '../texts/text.ts'
import { blamed } from './query/search-body.ts'
import { type IndexName, operators, type SearchFilter } from '../kit/navigation/search-state.ts'
import styles from './search.module.css'
import { useFields } from './use-search.ts'

interface FilterFormProps {
  indexes: readonly IndexName[]
  onAdd: (filter: SearchFilter) => void
}

const needsNoValue = new Set(['exists', 'missing'])

/** Adds a filter: a field, an operator and a value. */
export function FilterForm({ indexes, onAdd }: FilterFormProps) {
  const fields = useFields(indexes.join(',')).data ?? []
  const list = useId()
  const fieldRef = useRef<HTMLInputElement>(null)
  const [field, setField] = useState('')
  const [operator, setOperator] = useState<(typeof operators)[number]>('is')
  const [value, setValue] = useState('')
  useShortcuts([{ keys: '/', what: 'shortcut.search', run: () => fieldRef.current?.focus() }])
  const isComplete = field.trim() !== '' && (needsNoValue.has(operator) || value !== '')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isComplete) return
    onAdd({ operator, field: field.trim(), value: needsNoValue.has(operator) ? '' : value })
    setField('')
    setValue('')
  }
  return (
    <form className={styles.add} role="search" aria-label={text('search.addFilter')} onSubmit={submit}>
      <input
        ref={fieldRef}
        list={list}
        aria-label={text('search.field')}
        placeholder={text('search.field')}
        value={field}
        onChange={({ target }) => setField(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur()
        }}
      />
      <datalist id={list}>
        {fields
          .filter(({ filter }) => filter)
          .map(({ name, type }) => (
            <option key={name} value={name}>
              {type}
            </option>
          ))}
      </datalist>
      <select
        aria-label={text('search.operator')}
        value={operator}
        onChange={({ target }) => setOperator(operators.find((each) => each === target.value) ?? 'is')}
      >
        {operators.map((each) => (
          <option key={each} value={each}>
            {text(`search.op.${each}`)}
          </option>
        ))}
      </select>
      {!needsNoValue.has(operator) && (
        <input
          aria-label={text('search.value')}
          placeholder={text('search.value')}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      )}
      <Button type="submit" icon="plus" isDisabled={!isComplete}>
        {text('search.add')}
      </Button>
    </form>
  )
}

interface FilterChipsProps {
  filters: readonly SearchFilter[]
  refusal: ProblemError | undefined
  onChange: (filters: readonly SearchFilter[]) => void
}

/** The active filters; a rejected one shows the reason. */
export function FilterChips({ filters, refusal, onChange }: FilterChipsProps) {
  if (filters.length === 0) return null
  const reasons = new Map(
    (refusal?.errors ?? []).flatMap(({ pointer, detail }) => {
      const at = blamed(pointer)
      return typeof at === 'object' && 'filter' in at ? [[at.filter, detail] as const] : []
    }),
  )
  return (
    <div className={list.chips} role="list" aria-label={text('filter.list')}>
      {filters.map(({ operator, field, value }, index) => (
        <Chip
          key={`${index} ${operator} ${field} ${value}`}
          name={`${field} ${text(`search.op.${operator}`)}`}
          value={value}
          problem={reasons.get(index)}
          onRemove={() => onChange(filters.filter((_, each) => each !== index))}
        />
      ))}
      <span role="listitem">
        <Button look="quiet" onPress={() => onChange([])}>
          {text('filter.clear')}
        </Button>
      </span>
    </div>
  )
}
