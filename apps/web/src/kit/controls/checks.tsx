import { Checkbox, CheckboxGroup, FieldError, Label, Text } from 'react-aria-components'
import styles from './checks.module.css'
import field from './field.module.css'
import { Icon } from './icon.tsx'

interface ChecksProps<Choice extends string> {
  label: string
  choices: readonly { id: Choice; name: string; about?: string }[]
  chosen: readonly Choice[]
  onChange: (chosen: Choice[]) => void
  help?: string | undefined
  error?: string | undefined
}

/** Names longer than this many characters get wider columns. */
const longName = 16

/** A group of checkboxes: any number can be chosen. */
export function Checks<Choice extends string>(props: ChecksProps<Choice>) {
  const { label, choices, chosen, onChange, help, error } = props
  const isTold = choices.some(({ about }) => about)
  const isLong = choices.some(({ name }) => name.length > longName)
  return (
    <CheckboxGroup
      className={field.field ?? ''}
      value={[...chosen]}
      isInvalid={error !== undefined}
      onChange={(ids) => onChange(choices.flatMap(({ id }) => (ids.includes(id) ? [id] : [])))}
    >
      <Label className={styles.label}>{label}</Label>
      <div className={isTold ? styles.told : isLong ? styles.wide : styles.list}>
        {choices.map(({ id, name, about }) => (
          <Checkbox key={id} value={id} className={styles.check ?? ''}>
            <Box />
            <span>
              {name}
              {about && <small>{about}</small>}
            </span>
          </Checkbox>
        ))}
      </div>
      {help && (
        <Text slot="description" className={field.help}>
          {help}
        </Text>
      )}
      <FieldError className={field.error ?? ''}>{error}</FieldError>
    </CheckboxGroup>
  )
}

interface CheckProps {
  label: string
  about?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A single checkbox. */
export function Check({ label, about, isOn, onChange }: CheckProps) {
  return (
    <Checkbox className={styles.check ?? ''} isSelected={isOn} onChange={onChange}>
      <Box />
      <span>
        {label}
        {about && <small>{about}</small>}
      </span>
    </Checkbox>
  )
}

function Box() {
  return (
    <i className={styles.box} aria-hidden="true">
      <Icon name="check" size={12} />
    </i>
  )
}
