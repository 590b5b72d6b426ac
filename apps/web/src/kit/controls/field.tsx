import { FieldError, Input, Label, Text, TextArea, TextField, type TextFieldProps } from 'react-aria-components'
import styles from './field.module.css'

interface FieldProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'> {
  label: string
  help?: string | undefined
  error?: string | undefined
  placeholder?: string
  isLong?: boolean
  /** Only for screen readers, for example when a column header labels several fields. */
  isLabelHidden?: boolean
}

/** A labelled text input, of one line or several. */
export function Field({ label, help, error, placeholder, isLong = false, isLabelHidden = false, ...rest }: FieldProps) {
  const Writing = isLong ? TextArea : Input
  return (
    <TextField {...rest} isInvalid={error !== undefined} className={styles.field ?? ''}>
      <Label className={isLabelHidden ? 'visually-hidden' : ''}>{label}</Label>
      <Writing className={styles.input ?? ''} placeholder={placeholder} />
      {help && (
        <Text slot="description" className={styles.help}>
          {help}
        </Text>
      )}
      <FieldError className={styles.error ?? ''}>{error}</FieldError>
    </TextField>
  )
}
