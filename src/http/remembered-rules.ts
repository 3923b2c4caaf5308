import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Rules = ReturnType<Storage['getTargetValidationMetadatas']>;

let areRemembered = false;

/**
 * Finds the rules of a DTO once: class-validator goes through those of all classes for each object that it judges, which costs
 * a request more than the rules themselves. A class has its rules before there is an object of it.
 */
export function rememberRules(): void {
  if (areRemembered) return;
  areRemembered = true;
  const storage = getMetadataStorage();
  const find: Storage['getTargetValidationMetadatas'] = storage.getTargetValidationMetadatas.bind(storage);
  const known = new Map<Parameters<typeof find>[0], Rules>();
  storage.getTargetValidationMetadatas = (dto, schema, always, strictGroups, groups) => {
    // What pipes of ours don't ask for is not remembered: the answer depends on it.
    if (schema || always || strictGroups || groups !== undefined) {
      return find(dto, schema, always, strictGroups, groups);
    }
    let rules = known.get(dto);
    if (rules === undefined) known.set(dto, (rules = find(dto, schema, always, strictGroups)));
    return rules;
  };
}
