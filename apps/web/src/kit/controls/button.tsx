import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  ToggleButton,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

/**
 * Destructive actions use `danger` for the button that opens the dialog and `mainDanger` for the one that confirms it.
 */
type Look = 'plain' | 'main' | 'quiet' | 'danger' | 'mainDanger'

interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  look?: Look
  icon?: IconName
  children: ReactNode
}

/** A button with a text label. */
export function Button({ look = 'plain', icon, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classOf(look)}>
      {icon && <Icon name={icon} />}
      {children}
    </AriaButton>
  )
}

interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  icon: IconName
  label: string
  /** The keyboard shortcut for the same action. */
  shortcut?: string
  look?: Look
}

/** A button with only an icon. Its label is the accessible name and the tooltip. */
export function IconButton({ icon, label, shortcut, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      <AriaButton {...rest} aria-label={label} className={`${classOf(look)} ${styles.square}`}>
        <Icon name={icon} />
      </AriaButton>
      <Tip label={label} shortcut={shortcut} />
    </TooltipTrigger>
  )
}

interface SwitchButtonProps {
  icon?: IconName
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

/** A toggle button. */
export function SwitchButton({ icon, label, isOn, onChange, isDisabled = false }: SwitchButtonProps) {
  return (
    <ToggleButton isSelected={isOn} onChange={onChange} isDisabled={isDisabled} className={classOf('plain')}>
      {icon && <Icon name={icon} />}
      {label}
    </ToggleButton>
  )
}

function Tip({ label, shortcut }: { label: string; shortcut: string | undefined }) {
  return (
    <Tooltip className={styles.tip ?? ''} offset={6}>
      {label}
      {shortcut && <kbd>{shortcut}</kbd>}
    </Tooltip>
  )
}

function classOf(look: Look): string {
  return [styles.button, look !== 'plain' && styles[look]].filter(Boolean).join(' ')
}
