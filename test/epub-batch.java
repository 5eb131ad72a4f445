import com.adobe.epubcheck.api.EPUBLocation;
import com.adobe.epubcheck.api.EpubCheck;
import com.adobe.epubcheck.api.MasterReport;
import com.adobe.epubcheck.messages.Message;
import com.adobe.epubcheck.messages.Severity;
import com.adobe.epubcheck.util.FeatureEnum;
import java.io.File;
import java.util.EnumSet;

/** Runs EPUBCheck over all files of the command line in one process, as starting one takes seconds. Prints one line per message. */
class EpubBatch {
  public static void main(String[] files) {
    for (String file : files) new EpubCheck(new File(file), new MessagePrinter(new File(file).getName())).doValidate();
    System.out.println("checked " + files.length);
  }

  static class MessagePrinter extends MasterReport {
    private final String file;

    MessagePrinter(String file) {
      this.file = file;
    }

    @Override
    public void message(Message message, EPUBLocation location, Object... details) {
      if (!EnumSet.of(Severity.WARNING, Severity.ERROR, Severity.FATAL).contains(message.getSeverity())) return;
      String place = location.getPath() + ":" + location.getLine() + ":" + location.getColumn();
      String text = message.getMessage(details).replaceAll("\\s+", " ");
      System.out.println(file + ": " + message.getSeverity() + " " + message.getID() + " " + place + " " + text);
    }

    @Override
    public void info(String resource, FeatureEnum feature, String value) {}

    @Override
    public void initialize() {}

    @Override
    public int generate() {
      return 0;
    }
  }
}
