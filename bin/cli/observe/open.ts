import { spawn } from 'node:child_process';
import { Command } from 'commander';
import { type Context, jsonOption, type Output, withTarget } from '../terminal/context.ts';

export function openCommand(context: Context): Command {
  return new Command('open')
    .description(
      'open the dashboard of a deployment in the browser, and print its address; locally, the address of the API',
    )
    .option('--print', 'only print the address')
    .option(...jsonOption)
    .action(({ print, json }: Output & { print?: boolean }) =>
      withTarget(context, async ({ deployment, baseUrl }) => {
        const url = deployment ? deployment.dashboardUrl : baseUrl;
        if (url === undefined) {
          throw new Error(
            deployment
              ? `The stack ${deployment.stackName} lacks the output DashboardUrl: it was deployed by an older version, or stands for a restored table.`
              : 'This local service does not name its address.',
          );
        }
        context.terminal.out(json ? JSON.stringify({ url }) : url);
        // a browser cannot use the API, which needs a key in a header
        if (deployment && !print && !json) openInBrowser(url);
      }),
    );
}

/** Best effort: the address is printed in any case. */
function openInBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
