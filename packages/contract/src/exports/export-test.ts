import { Type } from 'typebox'

/** The result of an export test, step by step. */
export function exportTest<const S extends string>(means: string, steps: readonly S[], example: object) {
  return Type.Object(
    {
      ok: Type.Boolean({ description: means }),
      steps: Type.Array(
        Type.Object({
          step: Type.Enum([...steps]),
          ok: Type.Boolean(),
          milliseconds: Type.Integer(),
          detail: Type.String(),
        }),
      ),
    },
    { examples: [example] },
  )
}
