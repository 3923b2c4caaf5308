import { Secret, TOTP } from 'otpauth';
import { describeInChromium } from '../support/chromium';
import { PageWorld } from './page-world';
import { Tour, TOURS } from './tour';
import { PASSWORD, type Visitor } from './visitor';

/** Tokens, organizations and accounts, in each state that people meet there. */
describeInChromium('looks: tokens, team and account', () => {
  let world: PageWorld;
  let founder: Visitor;
  let guestEmail: string;
  let id: number;

  beforeAll(async () => {
    world = await PageWorld.start();
    const guest = await world.visitor();
    await guest.signUp('Gus Guest');
    guestEmail = guest.email;
    founder = await world.visitor();
    await founder.signUp('Mara Lindqvist');
    await founder.visit('Tokens');
    for (const name of ['Web shop', 'Old laptop']) {
      await founder.click('Create a token');
      await founder.page.getByLabel('Name').fill(name);
      await founder.page.getByLabel('It expires').selectOption('7');
      await founder.click('Create the token');
      await founder.click('Done');
    }
    await founder.click('Revoke Old laptop');
    await founder.click('Revoke the token');
    await founder.sees('Revoked tokens (1)');
    await founder.visit('Team');
    id = founder.organizationId();
    await founder.page.getByLabel('Name of the new organization').fill('Night Market');
    await founder.click('Create');
    await founder.sees('Night Market: you are its owner.');
    await founder.go(`/o/${id}/organization`);
    await founder.page.getByLabel('Name of the organization').fill('Harbour Books');
    await founder.click('Rename');
    await founder.sees('Harbour Books: you are its owner.');
    const [row] = await world.service.database.query<{ id: number }>('SELECT id FROM accounts WHERE email = ?', [
      guestEmail,
    ]);
    await world.service.database.execute(
      "INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, 'member', 1)",
      [row!.id, id],
    );
    await founder.page.getByLabel('Their e-mail address').fill('noor@people.test');
    await founder.click('Invite');
    await founder.page.getByLabel('The invitation link').waitFor();
    await world.leave();
  });

  afterEach(async () => {
    await world.leave();
  });

  it.each(TOURS)('are without fault on Tokens and Team: $locale', async (of) => {
    const tour = await Tour.start(world, of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    await tour.signIn(founder.email);
    await tour.open(`/o/${id}/tokens`, t.tokens.title);
    await visitor.sees(t.people.tokens.expiresSoon);
    await page.getByText(t.tokens.revoked(1)).click();
    await tour.look('tokens');
    await tour.lookAtDialog('revoke', t.tokens.revokeOne('Web shop'));
    await visitor.click(t.tokens.create);
    await page.getByLabel(t.tokens.allOrganizations).uncheck();
    await tour.look('new token');
    for (const words of Object.values(t.tokens.permissionWords)) await page.getByLabel(words).uncheck();
    await visitor.click(t.tokens.createAction);
    await visitor.sees(t.faults.nameMissing);
    await tour.look('new token with nothing');
    await tour.fill(t.tokens.name, `Shop ${of.locale}`);
    await page.getByLabel(t.tokens.permissionWords['validate:single']).check();
    await page.getByLabel(t.tokens.permissionWords['credits:read']).check();
    await page.getByLabel(t.tokens.allOrganizations).check();
    await visitor.click(t.tokens.createAction);
    await page.getByLabel(t.tokens.theToken).waitFor();
    await tour.look('token shown once');
    await page.getByRole('link', { name: t.shell.overview, exact: true }).click();
    await visitor.sees(t.leaving.secret.title);
    await tour.look('leaving a token');
    await visitor.click(t.leaving.secret.leave);
    await visitor.heading(t.overview.title);

    await tour.open(`/o/${id}/organization`, t.team.title);
    await visitor.sees('Gus Guest');
    await visitor.sees(t.people.audit.title);
    await tour.look('team');
    await tour.fill(t.team.theirAddress, `${of.locale}@people.test`);
    await visitor.click(t.team.inviteAction);
    await page.getByLabel(t.team.theLink).waitFor();
    await tour.look('invited');
    await visitor.click(t.team.inviteAction);
    await visitor.sees(t.faults.emailMissing);
    await tour.fill(t.team.moveAmount, '12345');
    await visitor.click(t.team.moveNow);
    await page.locator('.notice.bad').waitFor();
    await tour.fill(t.team.organizationName, '');
    await visitor.click(t.team.renameAction);
    await visitor.sees(t.faults.nameMissing);
    await tour.look('team with faults');
    await tour.lookAtDialog('role', t.team.changeRoleOf('Gus Guest'));
    await tour.lookAtDialog('remove', t.team.removeOne('Gus Guest'));
    await tour.lookAtDialog('stop keeping checks', t.history.switchOff);
    await tour.lookAtDialog('leave', t.team.leave);
    await visitor.click(t.team.delete);
    await visitor.click(t.team.deleteAction);
    await visitor.sees(t.common.isNotTyped('Harbour Books'));
    await tour.look('delete an organization');
    expect(tour.faults).toEqual([]);
  });

  it.each(TOURS)('are without fault on Account, and for a member and a newcomer: $locale', async (of) => {
    const tour = await Tour.start(world, of);
    const { visitor, words: t } = tour;
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await tour.signIn(guestEmail);
    await tour.open(`/o/${id}/organization`, t.team.title);
    await visitor.sees('Mara Lindqvist');
    await tour.look('team of a member');
    await visitor.click(t.shell.signOut);
    await visitor.heading(t.signIn.title);

    await tour.signIn(founder.email);
    await tour.open(`/o/${id}/account`, t.account.title);
    await visitor.sees(t.people.audit.accountTitle);
    await tour.look('account');
    await tour.fill(t.account.currentPassword, 'not this one');
    await tour.fill(t.account.newPassword, 'short');
    await visitor.click(t.account.changePassword);
    await tour.fill(t.people.email.newAddress, 'not an address');
    await visitor.click(t.people.email.action);
    await visitor.click(t.people.deletion.action);
    await page.getByText(t.people.deletion.inTheWay('Harbour Books')).waitFor();
    await page.locator('[aria-invalid="true"]').nth(1).waitFor();
    await tour.look('account with faults');
    await visitor.click(t.shell.signOut);
    await visitor.heading(t.signIn.title);

    const own = await tour.signUp();
    await visitor.sees(t.firstSteps.title);
    await tour.look('overview of a newcomer');
    await tour.open(`/o/${own}/tokens`, t.tokens.title);
    await visitor.sees(t.tokens.none);
    await tour.look('no token');
    await tour.open(`/o/${own}/account`, t.account.title);
    await tour.lookAtDialog('delete the account', t.people.deletion.action);
    await visitor.click(t.people.twoFactor.begin);
    await dialog.getByLabel(t.people.email.password).fill('not this one');
    await dialog.getByRole('button', { name: t.people.twoFactor.begin }).click();
    await visitor.sees(t.faults.passwordWrong);
    await tour.look('second factor, a wrong password');
    await dialog.getByLabel(t.people.email.password).fill(PASSWORD);
    await dialog.getByRole('button', { name: t.people.twoFactor.begin }).click();
    await page.getByRole('img', { name: t.people.twoFactor.picture }).waitFor();
    const secret = await page.getByLabel(t.people.twoFactor.key, { exact: true }).innerText();
    await tour.fill(t.people.code.label, '000000');
    await visitor.click(t.people.twoFactor.confirm);
    await visitor.sees(t.people.code.wrong);
    await tour.look('second factor, a wrong code');
    await tour.fill(t.people.code.label, new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    await visitor.click(t.people.twoFactor.confirm);
    await visitor.sees(t.people.twoFactor.codesTitle);
    const [recoveryCode] = (await page.getByLabel(t.people.twoFactor.codes).innerText()).split('\n');
    await tour.look('recovery codes');
    await page.getByRole('link', { name: t.shell.overview, exact: true }).click();
    await visitor.sees(t.leaving.codes.title);
    await tour.look('leaving recovery codes');
    await visitor.click(t.leaving.stay);
    await tour.lookAtDialog('turn the second factor off', t.people.twoFactor.turnOff);
    await visitor.click(t.shell.signOut);
    await visitor.click(t.leaving.codes.leave);
    await visitor.heading(t.signIn.title);
    await tour.fill(t.common.emailAddress, visitor.email);
    await tour.fill(t.common.password, PASSWORD);
    await visitor.click(t.signIn.signIn);
    await page.getByLabel(t.people.code.label).waitFor();
    await tour.look('sign in with a code');
    await world.service.database.execute('DELETE FROM memberships WHERE organization_id = ?', [own]);
    await tour.fill(t.people.code.label, recoveryCode!);
    await visitor.click(t.signIn.signIn);
    await visitor.heading(t.team.noneTitle);
    await tour.look('no organization');
    expect(tour.faults).toEqual([]);
  });
});
