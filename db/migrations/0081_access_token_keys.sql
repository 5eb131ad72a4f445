-- Keys that sign tokens for other services of the operator.
create table access_token_keys (
  -- JWK thumbprint (RFC 7638): the `kid` of tokens and of the key set.
  kid text primary key,
  -- Public JWK. Served to everyone, so a private part (d) is refused.
  public_key jsonb not null check (not public_key ? 'd'),
  -- Private JWK as a compact JWE, encrypted with a key derived from SECRET.
  private_key text not null,
  created_at timestamptz not null default now(),
  -- A new key is published before it signs. The latest key whose time has come signs.
  active_from timestamptz not null
);
