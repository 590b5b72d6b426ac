import type { SettingDescription, Settings } from '@watchpost/contract'
import { isProblem } from '@watchpost/sdk'
import { useState } from 'react'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Form, FormActions } from '../kit/controls/form.tsx'
import { Panel } from '../kit/layout/panel.tsx'
import { say } from '../kit/feedback/toast.tsx'
import { useMay } from '../session/session.ts'
import { counted, text } from '../texts/text.ts'
import { changedNames, changeOf, type Typed, typedFrom } from './setting-form.ts'
import { SettingField, SettingFact } from './setting-field.tsx'
import styles from './settings.module.css'
import { useChangeSettings, useSettings } from './use-settings.ts'

/** Every setting, made from what the appliance says of it. */
export function SettingsPanel() {
  const asked = useSettings()
  const mayWrite = useMay()('setting:write')
  return (
    <Panel title={text('settings.title')} aside={text('settings.about')}>
      <Answered asked={asked}>
        {({ settings, etag, descriptions }) =>
          mayWrite ? (
            <SettingsForm
              key={etag}
              settings={settings}
              etag={etag}
              descriptions={descriptions}
              reload={() => void asked.refetch()}
            />
          ) : (
            <div className={styles.settings}>
              {descriptions.map((each) => (
                <SettingFact key={each.name} about={each} value={valueOf(settings, each.name)} />
              ))}
            </div>
          )
        }
      </Answered>
    </Panel>
  )
}

interface SettingsFormProps {
  settings: Settings
  etag: string | undefined
  descriptions: readonly SettingDescription[]
  reload: () => void
}

function SettingsForm({ settings, etag, descriptions, reload }: SettingsFormProps) {
  const [typed, setTyped] = useState<Typed>(() => typedFrom(settings))
  const attempt = useChangeSettings(etag, () => say(text('settings.saved')))
  const { change, wrong } = changeOf(typed, settings)
  const changed = changedNames(typed, settings)
  return (
    <Form
      label={text('page.settings')}
      error={attempt.error}
      pointers={descriptions.map(({ name }) => `#/${name}`)}
      actions={
        <FormActions>
          <Button type="submit" look="main" isPending={attempt.isPending} isDisabled={changed.length === 0}>
            {text('settings.save')}
          </Button>
          {changed.length > 0 && (
            <>
              <Button onPress={() => setTyped(typedFrom(settings))}>{text('settings.undo')}</Button>
              <span role="status">{counted('settings.changed', changed.length)}</span>
            </>
          )}
          {isProblem(attempt.error, 'changed-meanwhile') && <Button onPress={reload}>{text('settings.reload')}</Button>}
        </FormActions>
      }
      onSubmit={() => {
        if (changed.length > 0 && wrong.length === 0) attempt.mutate(change)
      }}
    >
      <div className={styles.settings}>
        {descriptions.map((each) => (
          <SettingField
            key={each.name}
            about={each}
            value={typed[each.name] ?? ''}
            onChange={(value) => setTyped({ ...typed, [each.name]: value })}
            isWrong={wrong.includes(each.name)}
            error={attempt.error}
          />
        ))}
      </div>
    </Form>
  )
}

function valueOf(settings: Settings, name: string): string {
  return typedFrom(settings)[name] ?? ''
}
