import type { AccountView } from '../get-account.ts';
import type { ChangeAccount } from './use-account.ts';

export type SectionProps = { account: AccountView; change: ChangeAccount };
