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
  'read together: the invitation': `- paragraph: Up to 30 guests follow you with this link, without an account. It works until you end reading together, for two hours at most.
- button "Copy link"
- link "Download":
- button "Print QR code"`,
  'read together: the bar': `- region "Read together":
  - status
  - paragraph:
    - status: You are reading
    - text: No guests yet
  - button "Previous sentence"
  - button "Next sentence"
  - button "Listen"
  - button "People"
  - button "Invite"
  - button "End reading together"
  - status`,
  'read together: people': `- region "People":
  - heading "People" [level=2]
  - button "Close"
  - text: Your first name (optional)
  - textbox "Your first name (optional)"
  - button "Show name"
  - paragraph: The others see it while you are here. It is not stored.
  - list:
    - listitem: The reader you, reads
  - 'checkbox "Class mode: only you lead"'
  - text: "Class mode: only you lead"`,
  'read together: the question before the end': `- alertdialog "End reading together?":
  - heading "End reading together?" [level=2]
  - paragraph: The link will stop working. Your guests keep the tale on their screens.
  - button "Cancel"
  - button "End for everyone"`,
  'read together: after the end': `- region "Read together":
  - status
  - paragraph:
    - status: Reading together has ended
    - text: The tale is still here to read.
  - link "Continue on your own":
  - status`,
  'files: a new folder': `- alertdialog "New folder":
  - heading "New folder" [level=2]
  - paragraph: Access also applies to the folders in it, unless they are stricter.
  - text: Name
  - textbox "Name"
  - text: Who may open its files
  - combobox "Who may open its files":
    - 'option "Public: everyone"'
    - 'option "Members: who is logged in"'
    - 'option "Private: editors and temporary links" [selected]'
  - button "Cancel"
  - button "Create folder"`,
  'files: actions for a file': `- list:
  - listitem:
    - button "Copy address"
  - listitem:
    - button "Temporary links"
  - listitem:
    - button "Rename file"
  - listitem:
    - button "Move file"
  - listitem:
    - button "Copy file"
  - listitem:
    - button "Replace file"
  - listitem:
    - button "Delete file"`,
  'files: the question before a file is deleted': `- alertdialog "Delete “The tower, to colour.pdf”?":
  - heading "Delete “The tower, to colour.pdf”?" [level=2]
  - paragraph: The file and its temporary links stop working at once. It is used in “Rapunzel” and “Ten Minutes to Bedtime”.
  - button "Cancel"
  - button "Delete file"`,
  'files: temporary links': `- region "Temporary links to The tower, to colour.pdf":
  - heading "Temporary links to The tower, to colour.pdf" [level=2]
  - paragraph: They open this file for everyone who has them, until they expire or are revoked.
  - text: Valid for
  - combobox "Valid for":
    - option "1 hour"
    - option "1 day" [selected]
    - option "7 days"
    - option "30 days"
  - button "Create link"
  - button "Close"
  - list
  - status`,
};
