// Posts each new tale to a chat: Slack, Mattermost, Rocket.Chat, Google Chat (they take `text`) or Discord (it takes `content`).
// Set CHAT_WEBHOOK_URL to an "incoming webhook" of the chat.

type Tale = { slug: string; title: string; author: string; excerpt: string; words: number };
type Context = { site: string; env: { CHAT_WEBHOOK_URL?: string }; log: Pick<Console, 'info'> };

export const config = {
  description: 'Posts new tales to the chat',
  events: ['tale.published'],
  env: ['CHAT_WEBHOOK_URL'],
  timeout: 20,
};

export default async function announce({ data }: { data: Tale }, { site, env, log }: Context): Promise<void> {
  if (!env.CHAT_WEBHOOK_URL) throw new Error('CHAT_WEBHOOK_URL is not set.');
  const minutes = Math.max(1, Math.round(data.words / 130));
  const text = `New tale: “${data.title}” by ${data.author} (${minutes} min read aloud)\n${data.excerpt}\n${site}/tale/${data.slug}`;
  const response = await fetch(env.CHAT_WEBHOOK_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, content: text }),
  });
  // An error repeats the run later.
  if (!response.ok) throw new Error(`The chat answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
  log.info(`Posted “${data.title}”`);
}
