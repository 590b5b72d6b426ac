import { Answered } from '../kit/feedback/answered.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { usePolicies } from './use-policy.ts'

/** What each fact of an alert counts for its risk. */
export function PolicyPage() {
  const asked = usePolicies()
  const mayWrite = useMay()('policy:write')
  return (
    <PlainPage>
      <Explained>{text('policy.about')}</Explained>
      <Answered asked={asked}>
        {({ versions, schema }) => <PolicyEditor versions={versions} schema={schema} isReadOnly={!mayWrite} />}
      </Answered>
    </PlainPage>
  )
}
