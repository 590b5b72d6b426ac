import type { Logger, Part } from '@watchpost/runtime'
import { createPasswordHash, type PasswordHash, pepperName, untilStoreAnswers } from '@watchpost/store'

/** Dependencies for opening the pepper. */
export interface PepperPorts {
  /** Throws if the key file is not the one that sealed this store. */
  checkKeys(): Promise<void>
  read(name: string): Promise<Uint8Array | 'absent'>
  logger: Pick<Logger, 'info' | 'warn'>
}

/** Password hashing with the pepper, which is sealed in the store and opened once when the API starts. */
export function createPepperedPasswords({ checkKeys, read, logger }: PepperPorts): Part & PasswordHash {
  let opened: PasswordHash | undefined
  const passwords = () => {
    if (!opened) throw new Error('passwords are not known before the API has started')
    return opened
  }

  async function open(): Promise<Uint8Array> {
    await checkKeys()
    const pepper = await read(pepperName)
    if (pepper === 'absent') throw new Error('the store holds no pepper for passwords: run `watchpost init`')
    return pepper
  }

  return {
    name: 'pepper',
    async start() {
      opened = createPasswordHash(await untilStoreAnswers(open, logger))
    },
    hash: (password) => passwords().hash(password),
    verify: (password, phc) => passwords().verify(password, phc),
    isCurrent: (phc) => passwords().isCurrent(phc),
    get nobodysHash() {
      return passwords().nobodysHash
    },
  }
}
