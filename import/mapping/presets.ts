import alignment from '../presets/alignment.json' with { type: 'json' };
import chartmogul from '../presets/chartmogul.json' with { type: 'json' };
import delighted from '../presets/delighted.json' with { type: 'json' };
import dynamics from '../presets/dynamics.json' with { type: 'json' };
import excel from '../presets/excel.json' with { type: 'json' };
import freshdesk from '../presets/freshdesk.json' with { type: 'json' };
import googleforms from '../presets/googleforms.json' with { type: 'json' };
import harvest from '../presets/harvest.json' with { type: 'json' };
import helpscout from '../presets/helpscout.json' with { type: 'json' };
import hubspot from '../presets/hubspot.json' with { type: 'json' };
import intercom from '../presets/intercom.json' with { type: 'json' };
import invoices from '../presets/invoices.json' with { type: 'json' };
import jira from '../presets/jira.json' with { type: 'json' };
import meetings from '../presets/meetings.json' with { type: 'json' };
import pipedrive from '../presets/pipedrive.json' with { type: 'json' };
import quickbooks from '../presets/quickbooks.json' with { type: 'json' };
import salesforce from '../presets/salesforce.json' with { type: 'json' };
import stripe from '../presets/stripe.json' with { type: 'json' };
import surveymonkey from '../presets/surveymonkey.json' with { type: 'json' };
import surveys from '../presets/surveys.json' with { type: 'json' };
import tickets from '../presets/tickets.json' with { type: 'json' };
import toggl from '../presets/toggl.json' with { type: 'json' };
import typeform from '../presets/typeform.json' with { type: 'json' };
import xero from '../presets/xero.json' with { type: 'json' };
import zendesk from '../presets/zendesk.json' with { type: 'json' };
import zoho from '../presets/zoho.json' with { type: 'json' };

/** The mappings that come with the service. They are imported, because a bundle has no files next to it. */
export const presets: ReadonlyMap<string, unknown> = new Map(
  Object.entries({
    hubspot,
    salesforce,
    pipedrive,
    zoho,
    dynamics,
    zendesk,
    freshdesk,
    helpscout,
    intercom,
    surveymonkey,
    typeform,
    googleforms,
    delighted,
    stripe,
    xero,
    quickbooks,
    jira,
    chartmogul,
    harvest,
    toggl,
    excel,
    surveys,
    tickets,
    invoices,
    meetings,
    alignment,
  }),
);

/** They read lists of any system, as long as no preset is closer. */
export const presetsOfAnyOrigin: ReadonlySet<string> = new Set(['excel', 'surveys', 'tickets', 'invoices', 'meetings']);
