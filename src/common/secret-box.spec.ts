import { SecretBox } from './secret-box';

describe('secrets at rest', () => {
  const box = new SecretBox('a secret of the service, long enough', 'test');

  it('are read again under the same secret, purpose and context alone', () => {
    const closed = box.close('JBSWY3DPEHPK3PXP', 'account 1');
    expect(closed).not.toContain('JBSWY3DP');
    expect(box.close('JBSWY3DPEHPK3PXP', 'account 1')).not.toBe(closed);
    expect(box.open(closed, 'account 1')).toBe('JBSWY3DPEHPK3PXP');
    expect(box.open(closed, 'account 2')).toBeNull();
    expect(new SecretBox('another secret of the service, as long', 'test').open(closed, 'account 1')).toBeNull();
    expect(new SecretBox('a secret of the service, long enough', 'other').open(closed, 'account 1')).toBeNull();
  });

  it.each(['', 'x', 'AAAA', 'A'.repeat(40)])('open nothing that is none: %j', (text) => {
    expect(box.open(text, 'account 1')).toBeNull();
  });
});
