import type { SettingDescription, Settings } from '@watchpost/contract'
import { isProblem } from '@watchpost/sdk'
import { Answered } from '../kit/feedback/answered.tsx'
import { Button } from '../kit/controls/button.tsx'
import { Form, FormActions } from '../kit/controls/form.tsx'
import { useForm } from '../kit/controls/use-form.ts'
import { Panel } from '../kit/layout/panel.tsx'
import { say } from '../kit/feedback/toast.tsx'
import { useMay } from '../session/session.ts'
import { counted, text } from '../texts/text.ts'
import { changedNames, changeOf, typedFrom } from './setting-form.ts'
import { SettingField, SettingFact } from './setting-field.tsx'
import styles from './settings.module.css'
import { useChangeSettings, useSettings } from './use-settings.ts'

/** All settings, built from the descriptions that the API returns. */
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
  const changeSettings = useChangeSettings(etag)
  const first = typedFrom(settings)
  const form = useForm({
    first,
    send: (typed) => changeSettings(changeOf(typed, settings).change),
    onDone: () => say(text('settings.saved')),
  })
  const { wrong } = changeOf(form.fields, settings)
  const changed = changedNames(form.fields, settings)
  const submit = () => {
    if (changed.length > 0 && wrong.length === 0) form.submit()
  }
  return (
    <Form
      label={text('page.settings')}
      form={{ ...form, submit }}
      actions={
        <FormActions>
          <Button type="submit" look="main" isPending={form.isPending} isDisabled={changed.length === 0}>
            {text('settings.save')}
          </Button>
          {changed.length > 0 && (
            <>
              <Button onPress={() => form.change(first)}>{text('settings.undo')}</Button>
              <span role="status">{counted('settings.changed', changed.length)}</span>
            </>
          )}
          {isProblem(form.error, 'changed-meanwhile') && <Button onPress={reload}>{text('settings.reload')}</Button>}
        </FormActions>
      }
    >
      <div className={styles.settings}>
        {descriptions.map((each) => (
          <SettingField
            key={each.name}
            about={each}
            value={form.fields[each.name] ?? ''}
            onChange={(value) => form.change({ [each.name]: value })}
            error={wrong.includes(each.name) ? text('settings.notANumber') : form.errorOf(each.name)}
          />
        ))}
      </div>
    </Form>
  )
}

function valueOf(settings: Settings, name: string): string {
  return typedFrom(settings)[name] ?? ''
}
