import { useQueryClient } from '@tanstack/react-query'
import type { MetricsExport } from '@watchpost/contract'
import { Check } from '../../kit/controls/checks.tsx'
import { Field } from '../../kit/controls/field.tsx'
import { FieldRow, Form, FormActions, SaveButton } from '../../kit/controls/form.tsx'
import { useForm } from '../../kit/controls/use-form.ts'
import { say } from '../../kit/feedback/toast.tsx'
import { queryKeys } from '../../server/query-keys.ts'
import { useClient } from '../../server/server.tsx'
import { text } from '../../texts/text.ts'
import { metricsFieldsOf, metricsOf } from './metrics-fields.ts'

const typed = { spellCheck: 'false', autoComplete: 'off' } as const

/** Sets the receiver of the metrics, or turns the export off. */
export function MetricsForm({ present }: { present: MetricsExport }) {
  const client = useClient()
  const queries = useQueryClient()
  const form = useForm({
    first: metricsFieldsOf(present),
    send: (fields) => client.putMetricsExport({ body: metricsOf(fields) }),
    onDone: (_, change) => {
      say(text('syslog.saved'))
      change({ key: '' })
      return queries.invalidateQueries({ queryKey: queryKeys.metricsExport })
    },
  })
  return (
    <Form
      label={text('metrics.title')}
      form={form}
      actions={
        <FormActions>
          <SaveButton form={form}>{text('syslog.save')}</SaveButton>
        </FormActions>
      }
    >
      <Check label={text('metrics.enabled')} about={text('metrics.enabledHelp')} {...form.check('enabled')} />
      {form.fields.enabled && (
        <>
          <FieldRow>
            <Field label={text('metrics.ip')} {...typed} {...form.field('ip')} />
            <Field label={text('metrics.port')} {...typed} {...form.field('port')} inputMode="numeric" />
          </FieldRow>
          <Field label={text('metrics.iface')} {...typed} {...form.field('iface')} help={text('metrics.ifaceHelp')} />
          <Field
            label={text('metrics.key')}
            {...typed}
            {...form.field('key')}
            type="password"
            help={present.has_key ? text('metrics.keyStored') : text('metrics.keyHelp')}
          />
        </>
      )}
    </Form>
  )
}
