import type { SettingDescription } from '@watchpost/contract'
import { Button } from '../kit/controls/button.tsx'
import { Field } from '../kit/controls/field.tsx'
import { numberText, text } from '../texts/text.ts'
import { lengthText } from '../time/format.ts'
import { lengthMsOf, unitOf } from './setting-form.ts'
import { settingName, unitName } from './setting-names.ts'
import styles from './settings.module.css'

interface SettingFieldProps {
  about: SettingDescription
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** One editable setting with its description, range and default. */
export function SettingField({ about, value, onChange, error }: SettingFieldProps) {
  const { name, first_value: first } = about
  const label = settingName(name)
  return (
    <div className={styles.setting}>
      <Field
        label={label}
        value={value}
        onChange={onChange}
        inputMode="numeric"
        autoComplete="off"
        help={about.description}
        error={error}
      />
      <Beside about={about} value={value} />
      {value !== String(first) && (
        <Button
          look="quiet"
          onPress={() => onChange(String(first))}
          aria-label={text('settings.firstAgainOf', { name: label })}
        >
          {text('settings.firstAgain')}
        </Button>
      )}
    </div>
  )
}

/** The same, read-only. */
export function SettingFact({ about, value }: { about: SettingDescription; value: string }) {
  return (
    <div className={styles.setting}>
      <div>
        <strong>{settingName(about.name)}</strong>
        <div>{numberText(Number(value))}</div>
        <p className={styles.faint}>{about.description}</p>
      </div>
      <Beside about={about} value={value} />
    </div>
  )
}

function Beside({ about, value }: { about: SettingDescription; value: string }) {
  const unit = unitOf(about)
  const length = lengthMsOf(unit, value)
  return (
    <div className={styles.beside}>
      <span>
        {unit && unitName(unit)}
        {length !== undefined && <span className={styles.faint}> · {lengthText(length)}</span>}
      </span>
      <span className={styles.faint}>
        {text('settings.range', { minimum: about.minimum, maximum: about.maximum })} ·{' '}
        {text('settings.first', { value: about.first_value })}
      </span>
    </div>
  )
}
