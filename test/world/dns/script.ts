import { SCRIPTED_TYPES, type ScriptedType, type Wildcard, type ZoneEntry, type Zones } from './zone';

/** What the server says about which name, now. */
export class Script {
  private readonly entries = new Map<string, readonly ZoneEntry[]>();
  private readonly parents = new Set<string>();
  private readonly steps = new Map<string, number>();

  constructor(
    zones: Zones,
    private readonly wildcard: Wildcard | undefined,
  ) {
    for (const [name, entry] of Object.entries(zones)) this.set(name, entry);
  }

  set(name: string, entry: ZoneEntry | readonly ZoneEntry[]): void {
    const key = name.toLowerCase();
    this.entries.set(key, 'length' in entry ? entry : [entry]);
    for (const type of SCRIPTED_TYPES) this.steps.delete(`${key} ${type}`);
    for (let dot = key.indexOf('.'); dot >= 0; dot = key.indexOf('.', dot + 1)) this.parents.add(key.slice(dot + 1));
  }

  /** The entry for a question, which moves that name's script on. Undefined: the name does not exist. */
  next(name: string, type: string): ZoneEntry | undefined {
    const key = `${name} ${type}`;
    const step = this.steps.get(key) ?? 0;
    if ((this.entries.get(name)?.length ?? 0) > 1) this.steps.set(key, step + 1);
    return this.at(name, type, step);
  }

  /** The entry as it stands, for names met on the way. */
  peek(name: string, type: string): ZoneEntry | undefined {
    return this.at(name, type, this.steps.get(`${name} ${type}`) ?? 0);
  }

  private at(name: string, type: string, step: number): ZoneEntry | undefined {
    const script = this.entries.get(name);
    if (script === undefined) return this.made(name, type) ?? (this.parents.has(name) ? {} : undefined);
    const entry = script[Math.min(step, script.length - 1)];
    return (isScripted(type) ? entry?.types?.[type] : undefined) ?? entry;
  }

  private made(name: string, type: string): ZoneEntry | undefined {
    return isScripted(type) ? this.wildcard?.(name, type) : undefined;
  }
}

function isScripted(type: string): type is ScriptedType {
  return SCRIPTED_TYPES.some((scripted) => scripted === type);
}
