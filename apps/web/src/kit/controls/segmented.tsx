import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import styles from './segmented.module.css'

interface SegmentedProps<Choice extends string> {
  label: string
  choices: readonly { id: Choice; name: string }[]
  chosen: Choice
  onChoose: (choice: Choice) => void
  /** In a form, where the choices alone do not say what they are about. */
  isLabelShown?: boolean
  /** Moves the focus to the chosen option when it appears. */
  autoFocus?: boolean
}

/** A choice between a few options, all visible. */
export function Segmented<Choice extends string>(props: SegmentedProps<Choice>) {
  const { label, choices, chosen, onChoose, isLabelShown = false, autoFocus = false } = props
  const group = (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={([next]) => {
        const choice = choices.find(({ id }) => id === next)
        if (choice) onChoose(choice.id)
      }}
    >
      {choices.map(({ id, name }) => (
        <ToggleButton key={id} id={id} autoFocus={autoFocus && id === chosen} className={styles.choice ?? ''}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
  if (!isLabelShown) return group
  return (
    <div className={styles.labelled}>
      <span aria-hidden>{label}</span>
      {group}
    </div>
  )
}
