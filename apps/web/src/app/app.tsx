import type { Me } from '@watchpost/contract'
import { Failed, Waiting } from '../kit/feedback/answered.tsx'
import { Toasts } from '../kit/feedback/toast.tsx'
import { text } from '../texts/text.ts'
import { TimeProvider } from '../range/time-context.tsx'
import { ChangePassword } from './sign-in/change-password.tsx'
import { ConfirmPassword } from './sign-in/confirm-password.tsx'
import { Frame } from './frame.tsx'
import { Gate } from './sign-in/gate.tsx'
import { useSession } from '../session/session.ts'
import { useSessionEnd } from './session-end.ts'
import { SignIn } from './sign-in/sign-in.tsx'

/** Requires sign-in first, then a changed password, then shows the pages. */
export function App() {
  return (
    <>
      <Entry />
      <Toasts />
    </>
  )
}

function Entry() {
  const session = useSession()
  const me = session.data
  if (me === undefined) {
    return (
      <Gate title={text('app.name')}>
        {session.error ? <Failed error={session.error} retry={session.refetch} /> : <Waiting />}
      </Gate>
    )
  }
  if (me === 'nobody') return <SignIn />
  return <SignedIn me={me} />
}

function SignedIn({ me }: { me: Me }) {
  useSessionEnd(me)
  if (me.must_change_password) {
    return (
      <Gate title={text('password.title')} words={text('password.needed')}>
        <ChangePassword />
      </Gate>
    )
  }
  return (
    <TimeProvider>
      <Frame me={me} />
      <ConfirmPassword />
    </TimeProvider>
  )
}
