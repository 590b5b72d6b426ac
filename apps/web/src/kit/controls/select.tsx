import { useId } from 'react'
import styles from './field.module.css'

interface SelectProps<Choice extends string> {
  label: string
  choices: readonly { id: Choice; name: string }[]
  chosen: Choice
  onChoose: (choice: Choice) => void
  help?: string | undefined
  error?: string | undefined
}

/** A choice between many options, in a drop-down list. */
export function Select<Choice extends string>(props: SelectProps<Choice>) {
  const { label, choices, chosen, onChoose, help, error } = props
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.input}
        value={chosen}
        aria-describedby={help ? `${id}-help` : undefined}
        aria-invalid={error !== undefined}
        aria-errormessage={error ? `${id}-error` : undefined}
        onChange={({ target }) => {
          const choice = choices.find((each) => each.id === target.value)
          if (choice) onChoose(choice.id)
        }}
      >
        {choices.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
      {help && (
        <span id={`${id}-help`} className={styles.help}>
          {help}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  )
}
