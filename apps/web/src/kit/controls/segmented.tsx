import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import styles from './segmented.module.css'

interface SegmentedProps<Choice extends string> {
  label: string
  choices: readonly { id: Choice; name: string }[]
  chosen: Choice
  onChoose: (choice: Choice) => void
}

/** A choice between a few options, all visible. */
export function Segmented<Choice extends string>({ label, choices, chosen, onChoose }: SegmentedProps<Choice>) {
  return (
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
        <ToggleButton key={id} id={id} className={styles.choice ?? ''}>
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
