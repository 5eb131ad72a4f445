import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const CASTLE = {
  OIDC_PROVIDERS: 'castle',
  OIDC_CASTLE_ISSUER: 'https://castle.example/realms/tales',
  OIDC_CASTLE_CLIENT_ID: 'talewood',
  OIDC_CASTLE_CLIENT_SECRET: 'open sesame',
};

const problemsOf = (env: Record<string, string>) => {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n  ').slice(1);
    throw error;
  }
  return [];
};

describe('the settings of identity providers', () => {
  test('have defaults, and keep their order', () => {
    const tower = {
      OIDC_CASTLE_TOWER_ISSUER: 'https://tower.example',
      OIDC_CASTLE_TOWER_CLIENT_ID: 'x',
      OIDC_CASTLE_TOWER_CLIENT_SECRET: 'y',
    };
    const { identityProviders } = parseConfig({ ...CASTLE, ...tower, OIDC_PROVIDERS: 'castle, castle-tower' });
    const common = { scope: 'openid email profile', responseMode: 'query', audiences: [], roleClaim: undefined, roles: new Map() };
    expect(identityProviders).toEqual([
      {
        ...{ ...common, id: 'castle', name: 'Castle', issuer: CASTLE.OIDC_CASTLE_ISSUER },
        ...{ clientId: 'talewood', clientSecret: 'open sesame' },
      },
      { ...common, id: 'castle-tower', name: 'Castle-tower', issuer: 'https://tower.example/', clientId: 'x', clientSecret: 'y' },
    ]);
  });

  test('can all be set', () => {
    const { identityProviders } = parseConfig({
      ...CASTLE,
      OIDC_CASTLE_NAME: 'The castle',
      OIDC_CASTLE_SCOPE: 'openid email groups',
      OIDC_CASTLE_RESPONSE_MODE: 'form_post',
      OIDC_CASTLE_AUDIENCES: 'app, other app',
      OIDC_CASTLE_ROLE_CLAIM: 'groups',
      OIDC_CASTLE_ROLES: 'keepers=admin, cn=staff=reader',
    });
    expect(identityProviders[0]).toMatchObject({
      ...{ name: 'The castle', scope: 'openid email groups', responseMode: 'form_post', audiences: ['app', 'other app'] },
      roleClaim: 'groups',
      roles: new Map([
        ['keepers', 'admin'],
        ['cn=staff', 'reader'],
      ]),
    });
  });

  test.each<[Record<string, string>, string]>([
    [{ OIDC_CASTLE_ISSUER: '' }, 'OIDC_CASTLE_ISSUER is required'],
    [{ OIDC_CASTLE_CLIENT_SECRET: '' }, 'OIDC_CASTLE_CLIENT_SECRET is required'],
    [{ OIDC_CASTLE_ISSUER: 'http://castle.example' }, 'OIDC_CASTLE_ISSUER must be an https:// URL'],
    [{ OIDC_CASTLE_ISSUER: 'https://castle.example/?x=1' }, 'OIDC_CASTLE_ISSUER must be an https:// URL'],
    [{ OIDC_CASTLE_SCOPE: 'email' }, 'OIDC_CASTLE_SCOPE must contain openid'],
    [{ OIDC_CASTLE_ROLES: 'keepers=admin' }, 'OIDC_CASTLE_ROLE_CLAIM is required'],
    [{ OIDC_CASTLE_ROLE_CLAIM: 'groups' }, 'OIDC_CASTLE_ROLES is required'],
    [{ OIDC_CASTLE_ROLE_CLAIM: 'groups', OIDC_CASTLE_ROLES: 'keepers' }, 'OIDC_CASTLE_ROLES must list value=role'],
    [{ OIDC_CASTLE_ISUER: 'https://castle.example' }, 'OIDC_CASTLE_ISUER is not a setting'],
    [{ OIDC_TOWER_ISSUER: 'https://tower.example' }, 'OIDC_TOWER_ISSUER is not a setting of a provider in OIDC_PROVIDERS'],
    [{ OIDC_PROVIDERS: 'castle,Tower' }, 'OIDC_PROVIDERS must list names of small letters'],
    [{ OIDC_PROVIDERS: 'castle,castle' }, 'OIDC_PROVIDERS lists a provider twice'],
  ])('are checked at the start: %j', (env, problem) => {
    const problems = problemsOf({ ...CASTLE, ...env });
    expect(problems.some((line) => line.startsWith(problem))).toBe(true);
    expect(problems.join()).not.toContain('sesame');
  });
});
