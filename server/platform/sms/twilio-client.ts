import twilio from 'twilio';

/** Redirects requests to another host, because the SDK has no base-URL option. */
export function redirectTwilio(baseUrl: string): InstanceType<typeof twilio.RequestClient> {
  const base = new URL(baseUrl);
  const client = new twilio.RequestClient();
  const send: typeof client.request = client.request.bind(client);
  client.request = (options) => {
    const target = new URL(options.uri);
    target.protocol = base.protocol;
    target.host = base.host;
    return send({ ...options, uri: target.href });
  };
  return client;
}
