/** ARIA snapshots as in panel-snapshots.ts, of the panels in other-panel-states.ts. */
export const OTHER_PANEL_SNAPSHOTS: Record<string, string> = {
  'save: a collection without a name': `- button "Save" [expanded]
- region "Save Rapunzel":
  - heading "Save to" [level=2]
  - button "Close"
  - group "Collections":
    - text: Collections
    - checkbox "Read later"
    - text: Read later
    - checkbox "Save offline"
    - text: Save offline
  - text: New collection
  - textbox "New collection" [invalid]
  - button "Add"
  - alert: Name is required`,
  'save: a browser without storage': `- alert:
  - strong: This browser cannot save tales
  - button "Dismiss"
  - paragraph: Private windows and blocked storage prevent saving for offline reading.`,
  'offline page, storage denied: message': `- status:
  - paragraph: That page is not available offline. You can read the tales listed here.
  - link "Try again":
- paragraph: This browser cannot save tales. Private windows and blocked storage prevent saving for offline reading.`,
  'offline page, loading: skeleton': `- paragraph: Without a network
- heading "Saved on this device" [level=1]
- paragraph: For the car, the cabin and the end of the garden.
- status: Loading`,
  'tale finder, with a measured reading speed: on the home page': `- paragraph:
  - text: At your reading speed (140 words per minute aloud).
  - button "Reset"`,
  'tale finder, no results: message': `- region "What fits":
  - heading "No tale fits that wish" [level=2]
  - paragraph: Loosen a filter and try again.
  - paragraph:
    - link "Read silently":
    - link "10 minutes":
    - link "Browse Tales":`,
  'finished tale: while reading': `- paragraph: About 6 minutes left`,
  'finished tale: marked as read, with related tales': `- paragraph:
  - button "Mark as unread"`,
  'finished tale: its card, and the filter for finished tales': `- checkbox "Hide finished tales"
- text: Hide finished tales
- status`,
  'setup checklist: folded': `- region "Set up your site":
  - group:
    - heading "Set up your site" [level=2]
    - text: 1 of 5 done`,
  'setup checklist: unfolded': `- region "Set up your site":
  - group:
    - heading "Set up your site" [level=2]
    - text: 1 of 5 done
    - list:
      - listitem:
        - text: "Not done: Name the site"
        - paragraph: Without a name of its own, your site is called Talewood on every page and in emails.
        - link "Open Site settings":
      - listitem:
        - text: "Not done: Set up email"
        - paragraph: Without a mail server, nobody can confirm an account, reset a password or receive the newsletter.
        - paragraph:
          - text: Set
          - code: SMTP_URL=smtp://user:password@mail.example:587
          - text: on the server and restart the site.
        - link "Open Operations":
      - listitem: "Done: Publish your first tale"
      - listitem:
        - text: "Not done: Check the newsletter"
        - paragraph: Until you save the schedule or edit an issue, issues go out every Sunday at 08:00 UTC without your review.
        - link "Open Newsletter":
      - listitem:
        - text: "Not done: Create a backup"
        - paragraph: Without a backup, a failed disk takes all tales, images and accounts with it.
        - paragraph:
          - text: Run
          - code: npm run talewood -- backup FILE
          - text: on the server.
        - link "Open Operations":
    - button "Dismiss"`,
  'tales of the day: upcoming': `- region "Choose a tale":
  - heading "Choose a tale" [level=2]
  - text: Night
  - textbox "Night"
  - text: Tale
  - searchbox "Tale"
  - status
  - list`,
};
