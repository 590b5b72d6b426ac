import { Answered } from '../kit/feedback/answered.tsx'
import { Explained, PlainPage } from '../kit/layout/plain-page.tsx'
import { useMay } from '../session/session.ts'
import { text } from '../texts/text.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { usePolicies } from './use-policy.ts'

/** The risk policy: the points for each property of an alert. */
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
